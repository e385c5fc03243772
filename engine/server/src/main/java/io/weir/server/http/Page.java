package io.weir.server.http;

import io.netty.buffer.ByteBufAllocator;

/**
 * What an operator or a probe reads at a fixed path outside all accounts, without proving who it is.
 *
 * <p>Called on a loop; must not block.
 */
@FunctionalInterface
public interface Page {

  /** The page as it is now; its body belongs to the caller. */
  Reply show(ByteBufAllocator allocator);
}
