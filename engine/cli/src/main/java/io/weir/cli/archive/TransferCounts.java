package io.weir.cli.archive;

/**
 * The counts of an export or an import.
 *
 * @param tables how many tables
 * @param entities how many entities; a continued import counts those of this run
 */
public record TransferCounts(long tables, long entities) {}
