/**
 * The file system as a store uses it. Tests substitute a faulty one here.
 *
 * <p>Weir writes its own files through {@link io.weir.engine.disk.Folder} and
 * {@link io.weir.engine.disk.DiskFile}: log segments, snapshots, the manifest, the store's
 * identity. There are two exceptions. The lock coordinates processes
 * ({@link io.weir.engine.disk.FolderLock}). Page files are mapped into memory by Chronicle Map;
 * this package reserves their room and forces them ({@link io.weir.engine.disk.DiskSpace}).
 *
 * <p>Callers may rely on exactly this: bytes are durable after a force of their file, and names
 * after a force of their folder. Before that, a crash may keep any sector (512 bytes) and any name,
 * and lose any other, in any order. A failed force says nothing about the bytes that it covered. It
 * must not be repeated on them, because the system may have dropped them.
 *
 * <p>Threads: everything here blocks and belongs to threads that may block: {@code weir-log}, work
 * threads, the thread that opens a store. Do not interrupt them: an interrupt closes the file that
 * the thread uses.
 *
 * <p>Failures: {@link java.io.IOException}, as the system reports it.
 *
 * <p>Start with {@link io.weir.engine.disk.Folder}.
 */
@NullMarked
package io.weir.engine.disk;

import org.jspecify.annotations.NullMarked;
