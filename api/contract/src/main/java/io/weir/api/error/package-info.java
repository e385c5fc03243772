/**
 * The closed family of failures.
 *
 * <p>Every failure of a {@code TableService} is a {@link io.weir.api.error.TableServiceException}.
 * Its {@link io.weir.api.error.ErrorCode} carries the protocol's code and status, so every
 * implementation answers alike. The text of a failure is constant; facts follow it as
 * {@code key=value}.
 *
 * <p>Threads: all types are immutable and can be used on any thread.
 *
 * <p>Start reading at {@link io.weir.api.error.ErrorCode}.
 */
@NullMarked
package io.weir.api.error;

import org.jspecify.annotations.NullMarked;
