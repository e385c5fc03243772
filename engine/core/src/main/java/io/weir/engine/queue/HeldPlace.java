package io.weir.engine.queue;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.api.queue.HeldMessage;
import io.weir.engine.command.Decision.View;
import org.jspecify.annotations.Nullable;

/**
 * The place that a receipt names, if the receipt is valid.
 *
 * @param place null if there is a refusal
 * @param refusal null if there is a place
 */
record HeldPlace(@Nullable Place place, @Nullable TableServiceException refusal) {

  static HeldPlace find(View view, Lane lane, HeldMessage held) {
    var id = held.id().value();
    var text = view.entries().find(QueueKeys.text(lane, id));
    if (text == null || StoredMessage.expiresAt(text) <= view.ticks()) {
      return new HeldPlace(null, new NotFoundException(ErrorCode.MESSAGE_NOT_FOUND, ""));
    }
    var receipt = Receipt.parse(held.receipt());
    if (receipt != null) {
      var key = QueueKeys.place(lane, receipt.visibleAt(), id);
      var value = view.entries().find(key);
      if (value != null && Place.of(key, value).placedBy() == receipt.placedBy()) {
        return new HeldPlace(Place.of(key, value), null);
      }
    }
    return new HeldPlace(null, new InvalidRequestException(ErrorCode.POP_RECEIPT_MISMATCH, ""));
  }
}
