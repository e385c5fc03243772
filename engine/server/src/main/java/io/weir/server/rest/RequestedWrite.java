package io.weir.server.rest;

import io.weir.api.TableName;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.server.answer.HttpReply;
import java.util.function.Function;

/**
 * A write that a request contains, with the function that creates its response.
 *
 * @param table table of the entity
 * @param response creates the response from the result of the write
 */
record RequestedWrite(TableName table, Write write, Function<WriteResult, HttpReply> response) {

  /** A write whose headers are parsed and whose body is not. */
  @FunctionalInterface
  interface AwaitingBody {

    /** Parses the body. Fails as {@link io.weir.api.json.EntityReader} does. */
    RequestedWrite with(byte[] body);
  }
}
