package io.weir.hbase.region;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.write.Write;
import io.weir.hbase.protocol.Columns;
import io.weir.hbase.protocol.RequestId;
import io.weir.hbase.protocol.WriteAnswer;
import io.weir.hbase.protocol.WriteRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.regionserver.Region;

/**
 * The tokens of the changes of one request. Each is a cell in the row of its entity, which names
 * the request that was carried out under it; {@link CarriedOut} has that request's answer.
 *
 * <p>The caller holds the locks of all rows of the request, so of two requests with one token one
 * sees the cell of the other. A token that is remembered stands for its whole request, whose first
 * row is the same, because the fingerprint covers the keys in their order.
 */
final class ChangeTokens {

  /** A token that is as old is forgotten, though its cell is kept for longer. */
  static final long LIFE_TICKS = Write.Change.TOKEN_LIFE.toSeconds() * EdmDateTime.TICKS_PER_SECOND;

  private record Token(int operation, UUID value) {}

  /** The value of a cell. */
  private record Entry(long ticks, long fingerprint, RequestId request) {

    private static final int BYTES = 4 * Long.BYTES;

    static Entry of(byte[] value) {
      var bytes = ByteBuffer.wrap(value);
      return new Entry(
          bytes.getLong(), bytes.getLong(), new RequestId(bytes.getLong(), bytes.getLong()));
    }

    byte[] encoded() {
      return ByteBuffer.allocate(BYTES)
          .putLong(ticks)
          .putLong(fingerprint)
          .put(request.toBytes())
          .array();
    }
  }

  private final Region region;
  private final WriteRequest request;
  private final List<byte[]> rows;
  private final List<Token> tokens = new ArrayList<>(0);

  /**
   * Collects the tokens of a request.
   *
   * @param rows the rows of its operations
   */
  ChangeTokens(Region region, WriteRequest request, List<byte[]> rows) {
    this.region = region;
    this.request = request;
    this.rows = rows;
    for (var i = 0; i < rows.size(); i++) {
      var operation = i;
      request
          .operations()
          .get(i)
          .token()
          .ifPresent(token -> tokens.add(new Token(operation, token)));
    }
  }

  /**
   * Returns the answer to the request that was carried out under one of the tokens; empty when they
   * are new or forgotten. Fails with {@code ChangeTokenReused}, which names the operation, when
   * that was another request.
   *
   * @param ticks the Timestamp that the request would get
   */
  Optional<WriteAnswer.Done> answered(CarriedOut carriedOut, long ticks) throws IOException {
    for (var token : tokens) {
      var entry = find(token);
      if (entry.isPresent() && ticks - entry.get().ticks() < LIFE_TICKS) {
        requireSame(token, entry.get());
        return carriedOut.find(rows.get(0), entry.get().request());
      }
    }
    return Optional.empty();
  }

  private byte[] row(Token token) {
    return rows.get(token.operation());
  }

  private Optional<Entry> find(Token token) throws IOException {
    var found =
        region.get(new Get(row(token)).addColumn(Columns.requests(), Columns.token(token.value())));
    return Optional.ofNullable(found.value()).map(Entry::of);
  }

  private void requireSame(Token token, Entry entry) {
    if (entry.fingerprint() != request.fingerprint()) {
      throw new ConflictException(ErrorCode.CHANGE_TOKEN_REUSED, "token=" + token.value())
          .atOperation(token.operation());
    }
  }

  /** Returns the mutations that let the region remember the request, which is carried out. */
  List<Put> entries(long ticks, long presentMillis) {
    var value = new Entry(ticks, request.fingerprint(), request.id()).encoded();
    return tokens.stream()
        .map(token -> new Put(row(token))
            .addColumn(Columns.requests(), Columns.token(token.value()), presentMillis, value))
        .toList();
  }
}
