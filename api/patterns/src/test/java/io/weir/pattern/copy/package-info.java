/** Tests of copies between two services. */
@NullMarked
package io.weir.pattern.copy;

import org.jspecify.annotations.NullMarked;
