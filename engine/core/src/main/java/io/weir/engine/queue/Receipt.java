package io.weir.engine.queue;

import io.weir.api.queue.PopReceipt;
import java.nio.ByteBuffer;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The content of a pop receipt: where its message lies, and which command put it there. Both are
 * numbers of ticks.
 */
record Receipt(long visibleAt, long placedBy) {

  private static final int BYTES = 16;

  static Receipt of(Place place) {
    return new Receipt(place.visibleAt(), place.placedBy());
  }

  /** Reads a receipt; null if this service did not make it. */
  static @Nullable Receipt parse(PopReceipt receipt) {
    try {
      var bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(receipt.value()));
      return bytes.remaining() == BYTES ? new Receipt(bytes.getLong(), bytes.getLong()) : null;
    } catch (IllegalArgumentException e) {
      return null; // no Base64
    }
  }

  PopReceipt text() {
    var bytes = ByteBuffer.allocate(BYTES).putLong(visibleAt).putLong(placedBy).array();
    return new PopReceipt(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }
}
