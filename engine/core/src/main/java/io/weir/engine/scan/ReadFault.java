package io.weir.engine.scan;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.store.Store;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes an answer of a read that met what it must not meet, so that whoever asked is not left waiting.
 *
 * <p>Any thread; stateless. Memory that failed stops the writes of the store, too: see {@link Store#memoryFailed}.
 */
final class ReadFault {

  private static final Logger LOG = LoggerFactory.getLogger(ReadFault.class);

  private ReadFault() {}

  static TableServiceException of(Store store, Throwable cause) {
    if (cause instanceof TableServiceException answer) {
      return answer;
    }
    if (cause instanceof PageDamaged) {
      return Pins.pageDamaged(); // the page store has told the store, which rebuilds the shard
    }
    if (cause instanceof InternalError memory) {
      store.memoryFailed(memory);
    } else {
      LOG.error("A read failed.", cause);
    }
    return new ServiceFailedException(ErrorCode.INTERNAL_ERROR, "reason=readFault", cause);
  }
}
