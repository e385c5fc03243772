package io.weir.api.queue;

/**
 * Opaque text that permits to update or delete a message as long as nobody else has taken or
 * updated it.
 */
public record PopReceipt(String value) {

  @Override
  public String toString() {
    return value;
  }
}
