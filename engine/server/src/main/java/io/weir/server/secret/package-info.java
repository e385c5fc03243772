/**
 * Files that hold keys: {@link io.weir.server.secret.SecretFile} tells who else may use one.
 *
 * <p>What follows is decided where the file is read. One that only Weir writes is refused; of one that other programs make, and may
 * have to share, it is warned.
 *
 * <p>Threads: whoever reads the file; looking blocks.
 */
@NullMarked
package io.weir.server.secret;

import org.jspecify.annotations.NullMarked;
