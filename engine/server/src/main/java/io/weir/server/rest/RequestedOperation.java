package io.weir.server.rest;

import io.weir.api.TableWrite;
import io.weir.api.write.WriteResult;
import io.weir.server.answer.HttpReply;
import java.util.function.Function;

/**
 * An operation of a joint commit that a request contains, with the function that creates its
 * response.
 *
 * @param response creates the response from the result of the operation
 */
record RequestedOperation(TableWrite operation, Function<WriteResult, HttpReply> response) {

  static RequestedOperation of(RequestedWrite write) {
    return new RequestedOperation(TableWrite.of(write.table(), write.write()), write.response());
  }

  static RequestedOperation check(TableWrite check) {
    return new RequestedOperation(check, result -> ProtocolReplies.noContent());
  }
}
