package io.weir.cli.archive;

/**
 * What an export or an import came to.
 *
 * @param tables how many tables
 * @param entities how many entities; in an import that went on, those of this time
 */
public record TransferCounts(long tables, long entities) {}
