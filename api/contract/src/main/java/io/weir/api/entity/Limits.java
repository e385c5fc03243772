package io.weir.api.entity;

/**
 * The limits of the Azure Table service on entities.
 *
 * <p>Source: the public documentation, "Understanding the Table service data model".
 */
public final class Limits {

  /** Longest PartitionKey or RowKey, in UTF-16 units: 1 KiB. */
  public static final int KEY_UNITS = 512;

  /** Most properties of an entity, not counting PartitionKey, RowKey and Timestamp. */
  public static final int PROPERTIES = 252;

  /** Longest property name, in UTF-16 units. */
  public static final int PROPERTY_NAME_UNITS = 255;

  /** Longest string value, in UTF-16 units: 64 KiB. */
  public static final int STRING_UNITS = 32 * 1024;

  /** Longest binary value, in bytes. */
  public static final int BINARY_BYTES = 64 * 1024;

  /** Largest entity in bytes, counted as the service documents it: see {@link EntitySize}. */
  public static final int ENTITY_BYTES = 1024 * 1024;

  private Limits() {}
}
