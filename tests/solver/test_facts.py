"""What is told about an analysis, in JSON and in words."""

import json

from commonfactor.rules.notation import parse
from commonfactor.solver.analysis import DEFAULT_BUDGET, Analysis, Budget
from commonfactor.solver.facts import analysis_facts, reason_of, why_facts
from commonfactor.solver.oracle import analyse, forget
from commonfactor.solver.reasons import claims_known, reason_for


def analysis_of(notation: str, budget: Budget = DEFAULT_BUDGET) -> Analysis:
    line = parse(notation)
    return analyse(line.rules, line.position, budget)


def test_an_analysis_tells_the_line_the_verdicts_and_the_reason() -> None:
    line = parse("divisor:60:6")
    analysis = analyse(line.rules, line.position)
    facts = json.loads(
        json.dumps(analysis_facts(line, analysis, analysis.proof, claims_known(analysis, analysis.proof)))
    )
    assert (facts["notation"], facts["verdict"]) == ("divisor-duel:60:6", "win")
    assert (facts["winning"], facts["losing"], facts["unknown"]) == ([2, 5], [], [])
    assert (facts["nimber"], facts["value"]) == (1, None)
    assert facts["reason"] == reason_of(analysis, analysis.proof)
    assert facts["proof"]["kind"] == "heaps"


def test_the_reason_says_as_much_as_is_known() -> None:
    forget()
    over, won = analysis_of("divisor:60:12"), analysis_of("divisor:60:")
    unknown = analysis_of("frenzy:2-200:", Budget(nodes=50))
    assert reason_of(over, over.proof) == "You have no move, since 5 is prime."
    assert reason_of(won, won.proof) == "12 wins: your opponent has no move, since 5 is prime."
    assert reason_of(unknown, unknown.proof) is None


def test_why_tells_what_becomes_of_a_move_and_of_one_that_is_not_allowed() -> None:
    line = parse("divisor:60:")
    reason = reason_for(line.rules, line.position, 2, DEFAULT_BUDGET.control())
    facts = why_facts(line, 2, "2 is allowed.", reason)
    assert (facts["move"], facts["allowed"], facts["verdict"]) == (2, True, "loss")
    assert (facts["reason"], facts["claims"][0]["kind"]) == (reason.text, "refutation")
    facts = why_facts(line, 7, "7 is not allowed.", None)
    assert (facts["allowed"], facts["verdict"], facts["reason"]) == (False, None, None)
    assert [claim["kind"] for claim in facts["claims"]] == ["not-allowed"]
