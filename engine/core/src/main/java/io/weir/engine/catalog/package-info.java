/**
 * The catalog: which tables there are, the ids under which the clustered index keeps their entities, and the settings of accounts and
 * tables.
 *
 * <p>The catalog is a table itself, id 0, whose partitions are accounts and whose rows are folded table names, and one of the
 * account itself; settings are properties of these rows. It is written through the same shards and log as everything else. {@link
 * io.weir.engine.catalog.Catalog} holds its content in memory, so that finding a table costs a look-up in a map. Ids are never used
 * again: a dropped table's entities are unreachable at once, and reclaimed in the background.
 *
 * <p>Threads: look-ups on any thread; changes on the loop of the shard that owns the account's catalog partition, in the order in
 * which they became durable.
 *
 * <p>Failures: none of its own.
 */
@NullMarked
package io.weir.engine.catalog;

import org.jspecify.annotations.NullMarked;
