package io.weir.server.rest;

import io.weir.api.TableName;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.server.answer.HttpReply;
import java.util.function.Function;

/**
 * A write that a request asks for, and what the request is answered once it is done.
 *
 * @param table whose entity is written
 * @param answer made of the result
 */
record AskedWrite(TableName table, Write write, Function<WriteResult, HttpReply> answer) {

  /** A write that is understood but for its body. */
  @FunctionalInterface
  interface WithoutBody {

    /** Fails as {@link io.weir.api.json.EntityReader} does. */
    AskedWrite with(byte[] body);
  }
}
