package io.weir.hbase.catalog;

import io.weir.api.TableName;
import io.weir.hbase.protocol.TableId;

/**
 * A table that exists.
 *
 * @param name the name as it was created
 * @param id the number with which the rows of its entities begin
 */
public record TableEntry(TableName name, TableId id) {}
