"""Every sentence that a reason or a hint may consist of, and what must be so for it to be true.

A text is taken apart into sentences, each of which must have exactly one known form. What it
claims is compared with ``facts``, which knows nothing of proofs. A sentence of an unknown form
is as bad as a false one.
"""
