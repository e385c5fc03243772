/**
 * The patterns "one-to-many" and "one-to-one": values of a Java type that belong together, in one partition or in two tables.
 *
 * <table>
 * <caption>Which class for which layout</caption>
 * <tr><td>{@link io.weir.pattern.relation.FamilyTable}</td><td>a parent with its children in one partition, read and written as one</td></tr>
 * <tr><td>{@link io.weir.pattern.relation.SplitFamilies}</td><td>parents in one table, any number of children in another</td></tr>
 * <tr><td>{@link io.weir.pattern.relation.SplitEntities}</td><td>one value of two parts, of which the second is read seldom</td></tr>
 * </table>
 *
 * <p><b>Invariants.</b> In one partition every write of a family writes its parent, whose version is that of the family. In two tables a child
 * belongs to the parent that {@link io.weir.pattern.relation.ParentLink} names. A split entity has its second part under a key of its own
 * for each write, and the first part names it: the write of the first part is the moment at which both change.
 *
 * <p>What a program that dies may leave in two tables, a child without a parent or a part that no entity names, is a {@link
 * io.weir.pattern.index.Divergence} of a verification, and a repair removes it.
 *
 * <p>Threads: those of the service. Demand: reading or changing a family holds it in memory as a whole; adding a child and removing a family do
 * not. Failures: those of {@link io.weir.api.TableService} and {@link
 * io.weir.pattern.typed.MappingException}.
 */
@NullMarked
package io.weir.pattern.relation;

import org.jspecify.annotations.NullMarked;
