/**
 * What can go wrong, as a closed family.
 *
 * <p>Every failure that a {@code TableService} signals is a {@link io.weir.api.error.TableServiceException}; its {@link
 * io.weir.api.error.ErrorCode} carries the protocol's code and status, so that every door answers alike. The text of a
 * failure is constant; facts follow it as {@code key=value}.
 *
 * <p>Threads: everything here is immutable and may be used on any thread.
 *
 * <p>Start reading at {@link io.weir.api.error.ErrorCode}.
 */
@NullMarked
package io.weir.api.error;

import org.jspecify.annotations.NullMarked;
