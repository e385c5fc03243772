package io.weir.engine.shard;

import io.weir.engine.record.LogRecord;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A shard's part of a record that is in the log and that the shard has not evaluated.
 *
 * @param record changes of this shard only; see {@link LogRecord}. Its content and its ends never
 *     change
 * @param endPosition of the log after the whole record
 * @param joint null unless the record is one of several shards
 * @param applied called once, on the shard's loop, when the changes are in the private tree or when
 *     the shard has failed
 */
public record AppliedRecord(
    ByteBuffer record, long endPosition, AppliedJoint.@Nullable Part joint, Runnable applied) {}
