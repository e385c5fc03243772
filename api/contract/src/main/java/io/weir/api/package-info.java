/**
 * The contract of Weir: the operations of a table service, for every implementation.
 *
 * <p>{@link io.weir.api.TableService} is the entry point. The embedded engine, the remote client and any other backend implement it
 * and pass the same contract tests, {@code TableServiceContract}. The service takes and returns entities ({@link
 * io.weir.api.entity}), writes ({@link io.weir.api.write}), queries ({@link io.weir.api.Query} over {@link io.weir.api.filter}) and
 * failures ({@link io.weir.api.error}).
 *
 * <p>A query can be answered in two ways: as a {@link io.weir.api.Page}, which is a bounded segment with a {@link
 * io.weir.api.Continuation}, or as a stream that follows the subscriber's demand.
 *
 * <p>The changes of a table or an account can be followed as a stream of {@link io.weir.api.FeedItem}s. {@link
 * io.weir.api.FeedConsumers} are the consumers whose position the service stores.
 *
 * <p>Entities of a table may expire by a rule: {@link io.weir.api.expiry}.
 *
 * <p>Threads: all types are immutable and can be used on any thread. Each implementation of {@code TableService} states where its
 * signals run.
 */
@NullMarked
package io.weir.api;

import org.jspecify.annotations.NullMarked;
