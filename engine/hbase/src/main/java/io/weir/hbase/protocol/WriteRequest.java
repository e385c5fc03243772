package io.weir.hbase.protocol;

import java.util.List;

/**
 * A request to carry out all operations on one partition, or none.
 *
 * @param id the same in all attempts to send the request
 * @param table the table of all operations
 * @param operations at least one; no two of one key
 */
public record WriteRequest(RequestId id, TableId table, List<Operation> operations) {

  public WriteRequest {
    operations = List.copyOf(operations);
  }

  public byte[] toBytes() {
    var target = new MessageWriter();
    id.write(target);
    return target
        .int64(table.value())
        .all(operations, (writer, operation) -> operation.write(writer))
        .toBytes();
  }

  public static WriteRequest read(byte[] message) {
    var source = new MessageReader(message);
    return new WriteRequest(
        RequestId.read(source), new TableId(source.int64()), source.all(Operation::read));
  }
}
