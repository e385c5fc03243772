/**
 * The tables of all accounts and their ids.
 *
 * <pre>
 * table NAMESPACE:catalog
 * row                     family  qualifier  version          value
 * 00                      c       id         HBase's          the last table id that was given, 8 bytes big-endian
 * account, 00             s       t          rising           the account's own settings: {@code StoredTexts}
 * account, 00, folded     c       id         2 n or 2 n + 1   id n of the table, 8 bytes big-endian; empty when the table is dropped
 *   table name            c       name       2 n              the name as it was created
 *                         d       id n       2 n + 1          the time in ms and the id of the request that dropped the table of id n
 *                         s       t          n 2^24 and up    the table's settings with its id: those of a dropped table count for none
 * </pre>
 *
 * <p>deliberate: a version is made of the table's id, not of a clock. A drop and a creation in one
 * millisecond, or on servers whose clocks differ, would else hide each other. A cell is only
 * deleted up to the version of a drop, so no deletion hides a later creation.
 *
 * <p>{@link io.weir.hbase.catalog.DroppedTables} reclaims the rows of dropped tables, then forgets
 * their drops.
 *
 * <p>{@link io.weir.hbase.catalog.Catalog} is the entry point. It believes an id for the duration
 * of a lease, counted from before it asked the cluster. A drop completes one lease after it is
 * stored: no gateway then believes the id any more.
 *
 * <p>{@link io.weir.hbase.catalog.CatalogSettings} are the settings of an account and its tables.
 * They are read from a {@link io.weir.hbase.catalog.CatalogCopy} in memory, which each gateway
 * renews by reading the whole catalog twice in a lease: about 0.1 MB a time for 1,000 tables
 * without policies.
 *
 * <p>Threads: any. Results run on {@code weir-hbase-N}.
 */
@NullMarked
package io.weir.hbase.catalog;

import org.jspecify.annotations.NullMarked;
