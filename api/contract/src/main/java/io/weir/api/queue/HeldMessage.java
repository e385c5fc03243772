package io.weir.api.queue;

/** A message and a receipt for it. */
public record HeldMessage(MessageId id, PopReceipt receipt) {

  /** Returns the message and the receipt of a take. */
  public static HeldMessage of(TakenMessage taken) {
    return new HeldMessage(taken.id(), taken.receipt());
  }

  /** Returns the message and the receipt of its sender. */
  public static HeldMessage of(SentMessage sent) {
    return new HeldMessage(sent.id(), sent.receipt());
  }
}
