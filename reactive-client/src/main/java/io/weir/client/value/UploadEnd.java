package io.weir.client.value;

/** How an upload became the value. */
public enum UploadEnd {
  /** There was no value. */
  CREATED,
  /** It replaced a value. */
  REPLACED,
  /** The answer was lost, and the stored value has its SHA-256. */
  CONFIRMED
}
