package io.weir.hbase.protocol;

import java.util.List;

/**
 * A request to carry out all operations on one partition, or none.
 *
 * @param id the same in all attempts to send the request
 * @param table the table of all operations
 * @param operations at least one; no two of one key
 * @param fingerprint of what the operations do, which tells a repeat under a token from another
 *     request; 0 without tokens, and then not sent
 */
public record WriteRequest(
    RequestId id, TableId table, List<Operation> operations, long fingerprint) {

  public WriteRequest {
    operations = List.copyOf(operations);
  }

  /** Makes a request whose operations have no tokens. */
  public WriteRequest(RequestId id, TableId table, List<Operation> operations) {
    this(id, table, operations, 0);
  }

  public byte[] toBytes() {
    var target = new MessageWriter();
    id.write(target);
    target.int64(table.value()).all(operations, (writer, operation) -> operation.write(writer));
    return (hasToken(operations) ? target.int64(fingerprint) : target).toBytes();
  }

  public static WriteRequest read(byte[] message) {
    var source = new MessageReader(message);
    var id = RequestId.read(source);
    var table = new TableId(source.int64());
    var operations = source.all(Operation::read);
    return new WriteRequest(id, table, operations, hasToken(operations) ? source.int64() : 0);
  }

  private static boolean hasToken(List<Operation> operations) {
    return operations.stream().anyMatch(operation -> operation.token().isPresent());
  }
}
