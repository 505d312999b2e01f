import { z } from "zod";

// The content policy forbids code from text, which zod would try to compile for each schema.
z.config({ jitless: true });
