package io.weir.engine.scan;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.store.ReadView;
import io.weir.engine.tree.ColdPage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns the fault of a read into an answer, so that no caller waits forever.
 *
 * <p>Any thread; stateless. A failure of memory stops the writes of the store, too: see
 * {@link ReadView#memoryFailed}.
 */
public final class ReadFault {

  private static final Logger LOG = LoggerFactory.getLogger(ReadFault.class);

  private ReadFault() {}

  /**
   * Returns the answer to a read that has thrown. Throws a {@link ColdPage} again, which is none.
   */
  public static TableServiceException of(ReadView store, Throwable cause) {
    if (cause instanceof ColdPage cold) {
      throw cold;
    }
    if (cause instanceof TableServiceException answer) {
      return answer;
    }
    if (cause instanceof PageDamaged) {
      return Pins.pageDamaged(); // the store knows of the page and rebuilds the shard
    }
    if (cause instanceof InternalError memory) {
      store.memoryFailed(memory);
    } else {
      LOG.error("A read failed.", cause);
    }
    return new ServiceFailedException(ErrorCode.INTERNAL_ERROR, "reason=readFault", cause);
  }
}
