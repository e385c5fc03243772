/**
 * The contract of Weir: the operations of a table service, for every implementation.
 *
 * <p>{@link io.weir.api.TableService} is the entry point. The embedded engine, the remote client
 * and any other backend implement it and pass the same contract tests,
 * {@code TableServiceContract}. It is three doors: {@link io.weir.api.Tables} for entities,
 * {@link io.weir.api.Definitions} for tables, indexes and settings, {@link io.weir.api.Feed} for
 * changes and consumers. The service takes and returns entities ({@link io.weir.api.entity}),
 * writes ({@link io.weir.api.write}), queries ({@link io.weir.api.Query} over
 * {@link io.weir.api.filter}) and failures ({@link io.weir.api.error}).
 *
 * <p>A query can be answered in two ways: as a {@link io.weir.api.Page}, which is a bounded segment
 * with a {@link io.weir.api.Continuation}, or as a stream that follows the subscriber's demand.
 * Counts, sums and other {@link io.weir.api.aggregate aggregates} of an answer are computed where
 * it is.
 *
 * <p>The changes of a table or an account can be followed as a stream of
 * {@link io.weir.api.FeedItem}s. {@link io.weir.api.FeedConsumers} are the consumers whose position
 * the service stores.
 *
 * <p>Entities of a table may expire by a rule: {@link io.weir.api.entity}.
 *
 * <p>Invariants of the doors. A backend implements them directly and leaves what it lacks to
 * defaults that fail with {@code NotImplemented}. Everything else is a
 * {@link io.weir.api.RoutedTables}, mostly a {@link io.weir.api.ForwardingTables}: it overrides
 * what it changes, and every other method reaches the same method of the service below, so that a
 * decorator loses no feature by omission. A method that is defined by another method of the
 * contract ({@code query} by {@code stream}, {@code count} by {@code aggregate}, {@code changes} of
 * a consumer by {@code changes} of a scope) is not forwarded, because the decorator may change the
 * other one. {@link io.weir.api.Operation} lists all operations, with their names in metrics and
 * the rights that they take.
 *
 * <p>Threads: all types are immutable and can be used on any thread. Each implementation of
 * {@code TableService} states where its signals run.
 */
@NullMarked
package io.weir.api;

import org.jspecify.annotations.NullMarked;
