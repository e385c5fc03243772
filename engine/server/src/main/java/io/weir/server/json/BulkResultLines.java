package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.weir.api.entity.ETag;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.BulkResult;

/**
 * Appends the results of a bulk write to a buffer as lines of JSON.
 *
 * <pre>
 * {"$result":{"n":0,"etag":"W/\"datetime'..'\""}}                                the line was applied; a delete has no etag
 * {"$error":{"n":3,"code":"EntityAlreadyExists","message":"..","operation":1}}   the line was rejected; operation: index in its group
 * {"$end":{"done":41,"refused":1}}                                               every line has a result
 * {"$error":{"code":"..","message":".."}}                                        the results end early, with the cause
 * </pre>
 */
public final class BulkResultLines extends JsonLines
    implements BulkResult.Handler<BulkResultLines> {

  public BulkResultLines(ByteBuf out) {
    super(out);
  }

  @Override
  public BulkResultLines done(BulkResult.Done result) {
    beginControl("$result");
    json.writeNumberProperty("n", result.line());
    result.result().etag().map(ETag::text).ifPresent(tag -> json.writeStringProperty("etag", tag));
    return end();
  }

  @Override
  public BulkResultLines refused(BulkResult.Refused result) {
    beginControl("$error");
    json.writeNumberProperty("n", result.line());
    cause(result.cause());
    if (result.cause().failedOperation() != TableServiceException.NO_OPERATION) {
      json.writeNumberProperty("operation", result.cause().failedOperation());
    }
    return end();
  }

  @Override
  public BulkResultLines end(BulkResult.End result) {
    beginControl("$end");
    json.writeNumberProperty("done", result.done());
    json.writeNumberProperty("refused", result.refused());
    return end();
  }

  /** Appends the failure that ended the results early. */
  public BulkResultLines failure(TableServiceException cause) {
    beginControl("$error");
    cause(cause);
    return end();
  }

  private BulkResultLines end() {
    endControl();
    return this;
  }
}
