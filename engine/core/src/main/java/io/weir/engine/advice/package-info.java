/**
 * Advice on the design of tables, from what the service has seen of their requests and sizes.
 *
 * <p>An {@link io.weir.engine.advice.Advice} is one of a closed family. Each kind is a record that
 * holds its evidence, and a rule that finds it: the static method {@code in} of the record. A rule
 * is a pure function of a {@link io.weir.engine.advice.TableEvidence}: the record of requests
 * ({@link io.weir.engine.observe}), the table's indexes, and the
 * {@link io.weir.engine.advice.PartitionSizes} that the fences of the tree show. The thresholds of
 * all rules are in {@link io.weir.engine.advice.Thresholds}. Below them a rule is silent.
 *
 * <p>{@link io.weir.engine.advice.SizeWalk} measures partitions in slices: it reads the fences of
 * the branches and the headers of leaf pages, not the entities. A leaf counts for a partition if
 * both of its fences are in it, so the sizes are lower bounds that lack at most two leaves.
 *
 * <p>Limits: requests are sampled, and the record is lost at a restart. An advice compares counts
 * with thresholds, and does not know the purpose of a program. Keys in an advice are those of the
 * table; values of properties are never in it.
 *
 * <p>Threads: values are immutable, rules run on any thread, a
 * {@link io.weir.engine.advice.SizeWalk} belongs to one thread at a time. Failures: those of a
 * scan, while the sizes are measured. A page that is not verified may have a damaged header; if its
 * numbers cannot be right, it counts as empty.
 *
 * <p>Start reading at {@link io.weir.engine.advice.Adviser}.
 */
@NullMarked
package io.weir.engine.advice;

import org.jspecify.annotations.NullMarked;
