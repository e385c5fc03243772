/**
 * The file system as a store uses it, and the place where tests put one that fails.
 *
 * <p>All files that Weir writes itself are written through {@link io.weir.engine.disk.Folder} and
 * {@link io.weir.engine.disk.DiskFile}: log segments, snapshots, the manifest, the store's identity.
 * Two kinds are not: the lock, which is a matter between processes ({@link
 * io.weir.engine.disk.FolderLock}), and page files, which Chronicle Map maps into memory and which
 * are scratch; of them, only the room that they take is asked for, and reserved, here.
 *
 * <p>What callers may rely on is little, and is what disks keep: bytes are durable after a force of
 * their file, names after a force of their folder. Before that, a crash may keep any sector (512
 * bytes) and any name, and lose any other, in any order. A force that failed says nothing about
 * what it was to force, and must not be repeated on the same bytes: the system may have dropped
 * them.
 *
 * <p>Threads: everything here blocks and belongs to threads that may: {@code weir-log}, work
 * threads, the thread that opens a store. Do not interrupt them: an interrupt closes the file under
 * its user.
 *
 * <p>Failures: {@link java.io.IOException}, as the system tells it.
 *
 * <p>Start with {@link io.weir.engine.disk.Folder}.
 */
@NullMarked
package io.weir.engine.disk;

import org.jspecify.annotations.NullMarked;
