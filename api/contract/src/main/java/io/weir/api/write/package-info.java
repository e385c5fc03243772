/**
 * Changes to entities: single writes and atomic batches.
 *
 * <p>{@link io.weir.api.write.Write} is a closed family of commands; each says what must hold of the stored entity for it to be
 * carried out. {@link io.weir.api.write.Batch} is several of them on one partition, carried out as one or not at all.
 *
 * <p>Threads: any; everything is immutable. Failures: {@link io.weir.api.error.InvalidRequestException} for a batch that breaks a
 * rule.
 */
@NullMarked
package io.weir.api.write;

import org.jspecify.annotations.NullMarked;
