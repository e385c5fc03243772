/**
 * Carries out bulk writes in the streaming dialect: lines leave while results arrive. Internal to the client: not an API.
 *
 * <p>{@link io.weir.client.bulk.BulkWrites} is the door. {@code BulkUpload} sends chunks of lines at the pace of the transport, {@code
 * UploadWindow} keeps each line until the service has answered it, {@code BulkTransfer} numbers the results, {@code BulkRecovery} finds out
 * about lines whose results were lost with a connection.
 *
 * <p>Threads: signals run on the loop of a connection. A bulk write keeps at most 1,024 lines or 8 MiB.
 */
@NullMarked
package io.weir.client.bulk;

import org.jspecify.annotations.NullMarked;
