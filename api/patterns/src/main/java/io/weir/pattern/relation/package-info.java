/**
 * The patterns "one-to-many", "one-to-one" and "denormalisation": values of a Java type that belong
 * together, in one partition or in two tables.
 *
 * <table>
 * <caption>Which class for which layout</caption>
 * <tr><td>{@link io.weir.pattern.relation.FamilyTable}</td><td>a parent with its children in one partition, read and written as one</td></tr>
 * <tr><td>{@link io.weir.pattern.relation.SplitFamilies}</td><td>parents in one table, any number of children in another</td></tr>
 * <tr><td>{@link io.weir.pattern.relation.SplitEntities}</td><td>one value of two parts, of which the second is read seldom</td></tr>
 * <tr><td>{@link io.weir.pattern.relation.Denormalised}</td><td>some properties of a parent, repeated in its children</td></tr>
 * </table>
 *
 * <p><b>Invariants.</b> In one partition every write of a family writes its parent, whose version
 * is that of the family. In two tables a child belongs to the parent that
 * {@link io.weir.pattern.relation.ParentLink} names. A split entity has its second part under a key
 * of its own for each write, and the first part names it: the write of the first part is the moment
 * at which both change.
 *
 * <p>What a program that dies may leave in two tables, a child without a parent or a part that no
 * entity names, is a {@link io.weir.pattern.index.Divergence} of a verification, and a repair
 * removes it.
 *
 * <p><b>Denormalisation.</b> Some properties of a parent are repeated in its children, so that
 * reading a child needs no second request. {@link io.weir.pattern.relation.Denormalised} is the
 * door. {@code CopyRules} says which properties are repeated under which names. {@code CopyUpkeep}
 * finds and corrects the children that differ. {@code ArrivalMarks} has an entity for each parent
 * that changes whenever a child comes to it.
 *
 * <p><i>Jointly.</i> A commit that writes a child checks the version of the parent whose properties
 * it repeats. A commit that brings a child to a parent also writes the parent's arrival. A commit
 * that changes a repeated property of a parent checks its arrival and the version of each child
 * that differs, and rewrites these children. Therefore a child agrees with its parent at every
 * moment, with two exceptions: a parent that has more children to rewrite than a commit has room
 * for, and a new parent that adopts the children of a removed one. Both change their children one
 * by one, after the parent.
 *
 * <p><i>In steps.</i> A program that writes a child reads the parent before and after that. A
 * program that writes a parent reads its children after that. One of two such programs sees the
 * other's write. A program that dies leaves children that are out of date, and damages nothing
 * else.
 *
 * <p>Bringing the children of a parent up to date is idempotent: it reads the parent, and writes
 * the children that differ under the condition that they are unchanged. A follower of the change
 * feed or of a queue, a second program, and a repair may all do it at once.
 *
 * <p>Threads: those of the service. Demand: reading or changing a family holds it in memory as a
 * whole; adding a child and removing a family do not. A joint change of repeated properties holds
 * the children that differ, at most 998 of them and 16 MiB; all else holds 16 children. Failures:
 * those of {@link io.weir.api.TableService} and {@link io.weir.pattern.typed.MappingException}.
 */
@NullMarked
package io.weir.pattern.relation;

import org.jspecify.annotations.NullMarked;
