package io.weir.api;

/**
 * What a table keeps for its change feed. A value of {@link TableSetting#FEED}. Immutable; any
 * thread.
 *
 * <p><b>Before-images.</b> Each write that takes effect after the setting was acknowledged, and
 * each removal of an expired entity, is reported with the entity that was stored before it:
 * {@link FeedItem.Change#before()}. An image costs one more look-up of the entity, and its bytes
 * once more in the log and in the feed. A table without the setting pays nothing.
 *
 * <p><b>Limit.</b> A write never fails because of its images. The images of one batch or joint
 * commit, together, have room for at least {@link #IMAGE_ROOM_BYTES} bytes, unless the service was
 * configured with shorter segments of its log. An image for which no room is left is left out:
 * {@link FeedItem.Before#isKnown()} says so. The changes take room in the order in which the feed
 * reports them.
 *
 * @param beforeImages whether changes report what was stored before
 */
public record FeedSettings(boolean beforeImages) {

  /**
   * The bytes of images for which every batch and joint commit has room: 20 MiB less the 24 bytes
   * of a frame of the log.
   */
  public static final int IMAGE_ROOM_BYTES = (20 << 20) - 24;

  /** The settings of a table that was not given others. */
  public static final FeedSettings DEFAULT = new FeedSettings(false);
}
