package io.weir.server.stream;

import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.wire.Frame;
import io.weir.api.write.Write;

/**
 * The expected kind of frame in a request's body. Any other kind fails with {@code InvalidInput}.
 */
interface RequestFrame<R> extends Frame.Only<R> {

  RequestFrame<Write> WRITE = new RequestFrame<>() {
    @Override
    public Write change(Frame.Change frame) {
      return frame.write();
    }
  };

  RequestFrame<TableName> TABLE = new RequestFrame<>() {
    @Override
    public TableName table(Frame.Table frame) {
      return frame.name();
    }
  };

  RequestFrame<TableWrite> OPERATION = new RequestFrame<>() {
    @Override
    public TableWrite operation(Frame.Operation frame) {
      return frame.operation();
    }
  };

  RequestFrame<TableKey> ADDRESS = new RequestFrame<>() {
    @Override
    public TableKey address(Frame.Address frame) {
      return frame.key();
    }
  };

  @Override
  default InvalidRequestException unexpected(String kind) {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, "unexpectedFrame=" + kind);
  }
}
