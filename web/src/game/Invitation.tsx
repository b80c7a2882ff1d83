import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";

import { catalogue } from "../catalogue";
import { Heading, Link } from "../route";
import { ownName } from "../settings";
import { rulesAddress, SetupWords, SWAP_TERMS } from "../setups";
import type { Game } from "../types";
import { tied, useRefusal } from "../useRefusal";
import { isOnlyHere } from "./hosts";
import { keptGames } from "./kept";
import { LinkToShare } from "./LinkToShare";
import type { Table } from "./Table";

export const spectatorAddress = (id: string): string => `${location.origin}/games/${id}`;

/** Shown to the creator until the friend has come. */
export function WaitingScreen({ game }: { game: Game }): JSX.Element {
  const invitation = keptGames.value[game.id]?.invitation;
  const address = `${spectatorAddress(game.id)}#${invitation}`;
  return (
    <div class="narrow waiting">
      <Heading title="Waiting for your friend" />
      <p>
        {game.title}, <SetupWords game={game.game} setup={game.setup} />. Send this link to the person you want to play with. The game begins when they have joined. The link works for one day.
      </p>
      {game.has_swap && <SwapTerms />}
      {invitation && <LinkToShare label="Link for your friend" address={address} isMain />}
      {isOnlyHere(location.hostname) && (
        <p>This address works on this device only. To play from another device, start the server with --lan.</p>
      )}
      <LinkToShare label="Link for spectators" address={spectatorAddress(game.id)} />
      <p class="quiet">
        Keep this page open or come back later: this browser remembers your seat. <Link to={rulesAddress(game.game, game.setup)}>Rules</Link>
      </p>
    </div>
  );
}

const SwapTerms = (): JSX.Element => <p>{SWAP_TERMS}</p>;

interface JoinFormProps {
  table: Table;
  game: Game;
  invitation: string;
  /** Told when the reader begins to fill in the form, and when they leave it. */
  onFilling: (isFilling: boolean) => void;
}

/** Shown to whoever opens the link. The seat is claimed only by pressing the button, so that link previews claim nothing. */
export function JoinForm({ table, game, invitation, onFilling }: JoinFormProps): JSX.Element {
  const host = game.players.find((player) => player.has_joined)?.name ?? "Somebody";
  const [name, setName] = useState(ownName.peek());
  const [isJoining, setJoining] = useState(false);
  const refusal = useRefusal();
  const field = useId();
  const isTaken = !game.is_waiting;
  const join = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isTaken) return onFilling(false);
    if (isJoining) return;
    setJoining(true);
    const refuse = refusal.submit();
    const error = await table.join(invitation, name);
    if (error === null) ownName.value = name.trim();
    else refuse(error);
    setJoining(false);
  };
  const refused = refusal.on("name");
  const problem = isTaken ? "Somebody else has already taken this seat. You can watch." : refused === null && table.problem.value;
  return (
    <form ref={refusal.form} class="narrow" onSubmit={(event) => void join(event)}>
      <Heading title={`Join ${game.title}`}>
        <bdi>{host}</bdi> invites you to {game.title}
      </Heading>
      <p>
        <SetupWords game={game.game} setup={game.setup} />
        {game.target === null ? "." : `; the match goes to ${game.target} won games.`}{" "}
        <Link to={rulesAddress(game.game, game.setup)}>Rules</Link>
      </p>
      {game.has_swap && <SwapTerms />}
      <div class="field">
        <label for={field}>Your name (may be left empty)</label>
        <input
          id={field}
          name="name"
          value={name}
          maxLength={catalogue.value?.limits.longest_name ?? 24}
          autocomplete="nickname"
          {...tied(`${field}-problem`, refused)}
          onFocus={() => onFilling(true)}
          onBlur={() => onFilling(false)}
          onInput={(event) => {
            setName(event.currentTarget.value);
            refusal.forget("name");
          }}
        />
        {refused && (
          <p id={`${field}-problem`} class="problem">
            {refused}
          </p>
        )}
      </div>
      {table.isRetrying.value && <p>The server does not answer. Trying again…</p>}
      {problem && <p class="problem">{problem}</p>}
      <button type="submit" class="primary large" aria-disabled={isJoining}>
        {isTaken ? "Watch the game" : isJoining ? "Joining…" : "Join the game"}
      </button>
    </form>
  );
}
