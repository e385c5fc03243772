package io.weir.engine.observe;

/**
 * A partition of a table.
 *
 * @param tableId the table's id in the catalog
 */
public record PartitionName(int tableId, String partitionKey) {}
