package io.weir.server.rest;

import io.weir.api.TableName;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.server.http.Reply;
import java.util.function.Function;

/**
 * A write that a request asks for, and what the request is answered once it is done.
 *
 * @param table whose entity is written
 * @param response made of the result
 */
record RequestedWrite(TableName table, Write write, Function<WriteResult, Reply> response) {

  /** A write that is understood but for its body. */
  @FunctionalInterface
  interface AwaitingBody {

    /** Fails as {@link io.weir.api.json.EntityReader} does. */
    RequestedWrite with(byte[] body);
  }
}
