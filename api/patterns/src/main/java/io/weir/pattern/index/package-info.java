/**
 * The patterns of secondary indexes, for a service without indexes, and for unique keys.
 *
 * <table>
 * <caption>Which class for which pattern</caption>
 * <tr><td>{@link io.weir.pattern.index.SecondaryKeys}</td><td>intra-partition secondary index: copies under several row keys</td></tr>
 * <tr><td>{@link io.weir.pattern.index.IndexEntities}</td><td>index entities: a list of row keys in an entity</td></tr>
 * <tr><td>{@link io.weir.pattern.index.IndexedTable}</td><td>inter-partition secondary index, index tables</td></tr>
 * </table>
 *
 * <p>The first two keep an index in the partition of its entities, by batches: both are always
 * equal. The third has index rows in any partition of another table. It keeps them by joint
 * commits, or by an order of writes that leaves at most rows to which no entity belongs. The first
 * and the third have a verification that emits {@link io.weir.pattern.index.Divergence}s, and a
 * repair.
 *
 * <p>Demand: lookups run at most {@value io.weir.pattern.Lookups#IN_FLIGHT} at once, ahead of the
 * subscriber. Threads: those of the service. Failures: those of {@link io.weir.api.TableService};
 * an entity without an indexed property is {@code InvalidInput}.
 */
@NullMarked
package io.weir.pattern.index;

import org.jspecify.annotations.NullMarked;
