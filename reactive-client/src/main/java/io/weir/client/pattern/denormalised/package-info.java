/**
 * The pattern "denormalisation": some properties of a parent are repeated in its children, so that reading a child needs no second request.
 *
 * <p>{@link io.weir.client.pattern.denormalised.Denormalised} is the door. {@code CopyRules} says which properties are repeated under which names.
 * {@code ArrivalMarks} has an entity for each parent that changes whenever a child comes to it.
 *
 * <p><b>Invariants, jointly.</b> A commit that writes a child checks the version of the parent whose properties it repeats. A commit that brings a
 * child to a parent also writes the parent's arrival. A commit that changes a parent checks its arrival and the version of each child, and
 * rewrites them. Therefore a child agrees with its parent at every moment, unless the parent has more children than a commit has room for.
 *
 * <p><b>Invariants, in steps.</b> Who writes a child looks at the parent before and after. Who writes a parent looks for its children after. Of two
 * such programs, one sees the other's write. A program that dies leaves children that are out of date, and never others.
 *
 * <p>Bringing the children of a parent up to date is idempotent: it reads the parent, and writes the children that differ under the condition that
 * they are unchanged. A follower of the change feed or of a queue, a second program, and a repair may all do it at once.
 *
 * <p>Threads: those of the service. Demand: the children of one parent are held in memory by a joint change, 16 of them otherwise. Failures: those of
 * {@link io.weir.api.TableService} and {@link io.weir.client.typed.MappingException}.
 */
@NullMarked
package io.weir.client.pattern.denormalised;

import org.jspecify.annotations.NullMarked;
