/**
 * Changes to entities: single writes, atomic batches and bulk writes.
 *
 * <p>{@link io.weir.api.write.Write} is a closed family of commands. Each states its condition on
 * the stored entity. {@link io.weir.api.write.Batch} is several writes on one partition that are
 * carried out together or not at all. {@link io.weir.api.write.BulkLine} and
 * {@link io.weir.api.write.BulkResult} are the input and the output of a bulk write.
 *
 * <p>A {@link io.weir.api.write.Write.Change} says how properties change, by
 * {@link io.weir.api.write.PropertyOperation}s, and may have a condition on other properties. The
 * service computes the values at the moment of the write. It is otherwise an ordinary write: what
 * it stores is an entity, and feeds, indexes, unique claims and expiry see that entity and not the
 * operations. Every implementation uses {@link io.weir.api.write.Write.Change#appliedTo}, so all of
 * them compute the same entity.
 *
 * <p>The token of a change makes a repeat harmless: a client whose answer was lost sends the change
 * again, and is answered as it would have been. A service keeps tokens and their answers beside the
 * entities, in the same atomic step.
 *
 * <p>Threads: any, except {@link io.weir.api.write.BulkAssembly}, which belongs to one thread at a
 * time. Failures: {@link io.weir.api.error.InvalidRequestException} for a batch that breaks a rule.
 */
@NullMarked
package io.weir.api.write;

import org.jspecify.annotations.NullMarked;
