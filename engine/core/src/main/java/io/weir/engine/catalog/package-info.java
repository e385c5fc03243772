/**
 * The catalog: the existing tables, their ids in the clustered index, and the settings of accounts
 * and tables.
 *
 * <p>The catalog is itself a table, with id 0. Its partitions are accounts. Its rows are tables, by
 * folded name, queues, named consumers of the change feed, and one row for the account itself.
 * Settings and indexes are properties of these rows. A table's rule of expiry, and what it keeps
 * for its change feed, are settings, too. Catalog writes pass through the same shards and log as
 * all others. {@link io.weir.engine.catalog.Catalog} holds the content in memory, so that a table
 * is found by one look-up in a map. Ids are never reused: a dropped table's entities are
 * unreachable at once and reclaimed in the background.
 *
 * <p>Threads: look-ups on any thread. Changes on the loop of the shard that owns the account's
 * catalog partition, in the order in which they became durable. While another node leads, a work
 * thread replaces the whole content by what the trees have.
 *
 * <p>Failures: none of its own.
 */
@NullMarked
package io.weir.engine.catalog;

import org.jspecify.annotations.NullMarked;
