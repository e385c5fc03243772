/**
 * The contract of Weir: what a table service does, whoever does it.
 *
 * <p>{@link io.weir.api.TableService} is the door. The embedded engine, the remote client and any other backend implement it and
 * pass the same contract tests, {@code TableServiceContract}. It speaks entities ({@link io.weir.api.entity}), writes ({@link
 * io.weir.api.write}), queries ({@link io.weir.api.Query} over {@link io.weir.api.filter}) and failures ({@link
 * io.weir.api.error}).
 *
 * <p>A query is answered in two ways that read alike: as a {@link io.weir.api.Page}, a bounded segment with a {@link
 * io.weir.api.Continuation}, or as a stream driven by the subscriber's demand.
 *
 * <p>Threads: all types are immutable and may be used on any thread; each implementation of the door says where its signals run.
 */
@NullMarked
package io.weir.api;

import org.jspecify.annotations.NullMarked;
