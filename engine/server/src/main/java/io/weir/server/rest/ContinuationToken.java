package io.weir.server.rest;

import io.weir.api.Continuation;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.server.answer.HttpReply;
import io.weir.server.request.QueryOptions;
import org.jspecify.annotations.Nullable;

/**
 * Converts continuations to and from the form of the protocol: response headers, which the client
 * returns as options of its next query.
 *
 * <pre>
 * token := "1!" length "!" text          length of the text in characters
 * </pre>
 *
 * <p>A list of tables uses one token. A list of entities uses two, which clients keep and return as
 * a pair. They are the halves of one {@link Continuation}, whose checksum covers both. The text is
 * base64url and needs no escaping in a query.
 *
 * <p>Fails with {@code InvalidInput} if a token was changed or one of the pair is missing.
 */
final class ContinuationToken {

  private static final String HEADER = "x-ms-continuation-";
  private static final String PARTITION = "NextPartitionKey";
  private static final String ROW = "NextRowKey";
  private static final String TABLE = "NextTableName";
  private static final String BEFORE_LENGTH = "1!";

  private ContinuationToken() {}

  /** Returns the position at which a query of entities continues; null at its start. */
  static @Nullable Continuation ofEntities(QueryOptions options) {
    var partition = options.get(PARTITION);
    var row = options.get(ROW);
    if (partition == null && row == null) {
      return null;
    }
    if (partition == null || row == null) {
      throw damaged();
    }
    return Continuation.parse(unwrap(partition) + unwrap(row));
  }

  /** Returns the position at which a list of tables continues; null at its start. */
  static @Nullable Continuation ofTables(QueryOptions options) {
    var table = options.get(TABLE);
    return table == null ? null : Continuation.parse(unwrap(table));
  }

  static HttpReply addEntities(HttpReply reply, @Nullable Continuation next) {
    if (next == null) {
      return reply;
    }
    var text = next.encode();
    var half = text.length() / 2;
    return reply
        .with(HEADER + PARTITION, wrap(text.substring(0, half)))
        .with(HEADER + ROW, wrap(text.substring(half)));
  }

  static HttpReply addTables(HttpReply reply, @Nullable Continuation next) {
    return next == null ? reply : reply.with(HEADER + TABLE, wrap(next.encode()));
  }

  private static String wrap(String text) {
    return BEFORE_LENGTH + text.length() + "!" + text;
  }

  private static String unwrap(String token) {
    var mark = token.indexOf('!', BEFORE_LENGTH.length());
    if (!token.startsWith(BEFORE_LENGTH) || mark < 0) {
      throw damaged();
    }
    var text = token.substring(mark + 1);
    if (!token.substring(BEFORE_LENGTH.length(), mark).equals(Integer.toString(text.length()))) {
      throw damaged();
    }
    return text;
  }

  private static InvalidRequestException damaged() {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=continuationToken");
  }
}
