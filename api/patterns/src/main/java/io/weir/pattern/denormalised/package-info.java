/**
 * The pattern "denormalisation": some properties of a parent are repeated in its children, so that reading a child needs no second request.
 *
 * <p>{@link io.weir.pattern.denormalised.Denormalised} is the door. {@code CopyRules} says which properties are repeated under which names.
 * {@code CopyUpkeep} finds and corrects the children that differ. {@code ArrivalMarks} has an entity for each parent that changes whenever a child comes to it.
 *
 * <p><b>Invariants, jointly.</b> A commit that writes a child checks the version of the parent whose properties it repeats. A commit that brings a
 * child to a parent also writes the parent's arrival. A commit that changes a repeated property of a parent checks its arrival and the
 * version of each child that differs, and rewrites these children. Therefore a child agrees with its parent at every moment, with two exceptions:
 * a parent that has more children to rewrite than a commit has room for, and a new parent that adopts the children of a removed one. Both
 * change their children one by one, after the parent.
 *
 * <p><b>Invariants, in steps.</b> A program that writes a child reads the parent before and after that. A program that writes a parent reads its
 * children after that. One of two such programs sees the other's write. A program that dies leaves children that are out of date, and damages
 * nothing else.
 *
 * <p>Bringing the children of a parent up to date is idempotent: it reads the parent, and writes the children that differ under the condition that
 * they are unchanged. A follower of the change feed or of a queue, a second program, and a repair may all do it at once.
 *
 * <p>Threads: those of the service. Demand: a joint change holds the children that differ in memory, at most 998 of them and 16 MiB; all else
 * holds 16 children. Failures: those of
 * {@link io.weir.api.TableService} and {@link io.weir.pattern.typed.MappingException}.
 */
@NullMarked
package io.weir.pattern.denormalised;

import org.jspecify.annotations.NullMarked;
