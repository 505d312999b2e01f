import { z } from "zod";

// The content policy lets no page make code of text, and zod would try to as soon as it declares a schema.
z.config({ jitless: true });
